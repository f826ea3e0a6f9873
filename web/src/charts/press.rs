//! What a click on a place of a graph, or on a bar, does.

use report::chart::Series;
use report::{Chart, Offer};
use yew::Callback;

/// Makes the change that the mark offers; nothing where none offers one that may be made here.
pub(crate) fn presser(
    chart: &Chart,
    may: impl Fn(&Offer) -> bool,
    make: &Callback<Offer>,
) -> Option<Callback<(usize, usize)>> {
    let offers: Vec<&Option<Offer>> = match chart.series.first()? {
        Series::Graph { places, .. } => places.iter().map(|place| &place.offer).collect(),
        Series::Bars { bars } => bars.iter().map(|bar| &bar.offer).collect(),
        _ => return None,
    };
    let offers: Vec<Option<Offer>> = offers
        .into_iter()
        .map(|offer| offer.clone().filter(&may))
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
