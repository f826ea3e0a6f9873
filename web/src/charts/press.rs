//! A click on a place of a graph, or on a bar.

use report::{Card, Offer};
use yew::Callback;

/// Makes the change that the clicked mark offers; nothing where no mark offers one that may be made here.
pub(crate) fn presser(
    chart: &Card,
    may: impl Fn(&Offer) -> bool,
    make: &Callback<Offer>,
) -> Option<Callback<(usize, usize)>> {
    let allowed = |offer: &Option<Offer>| offer.clone().filter(&may);
    let offers: Vec<Option<Offer>> = chart.offers.iter().map(allowed).collect();
    offers.iter().any(Option::is_some).then(|| {
        let make = make.clone();
        Callback::from(move |(_, index): (usize, usize)| {
            if let Some(Some(offer)) = offers.get(index) {
                make.emit(offer.clone());
            }
        })
    })
}
