//! What a click on a place of a graph does.

use report::chart::Series;
use report::{Chart, Offer};
use yew::Callback;

/// Makes the change that the place offers; nothing where no place offers one that may be made here.
pub(crate) fn presser(
    chart: &Chart,
    may: impl Fn(&Offer) -> bool,
    make: &Callback<Offer>,
) -> Option<Callback<(usize, usize)>> {
    let Some(Series::Graph { places, .. }) = chart.series.first() else {
        return None;
    };
    let offers: Vec<Option<Offer>> = places
        .iter()
        .map(|place| place.offer.clone().filter(&may))
        .collect();
    offers.iter().any(Option::is_some).then(|| {
        let make = make.clone();
        Callback::from(move |(_, index): (usize, usize)| {
            if let Some(Some(offer)) = offers.get(index) {
                make.emit(offer.clone());
            }
        })
    })
}
