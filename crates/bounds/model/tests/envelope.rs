//! The lower envelope against worked examples and the enumeration of all allocations.

use std::ops::ControlFlow;

use bounds_model::rational::ratio;
use bounds_model::{Allocation, Error, Rational, Thick, envelope, reallocation, thick, thin};
use proptest::prelude::*;
use serde::Deserialize;

use crate::common::{fraction, machine, partitions};

#[derive(Deserialize)]
struct Examples {
    envelopes: Vec<Envelope>,
}

#[derive(Deserialize)]
struct Envelope {
    nkq: [u32; 3],
    pieces: Vec<(String, Vec<u32>, String, String)>,
}

/// Breakpoints with g and ρ, by stepping from line to line among all allocations.
fn enumerated([n, k, q]: [u32; 3]) -> Vec<(Rational, Rational, Rational)> {
    let lines: Vec<(Rational, Rational)> = partitions(n, k)
        .into_iter()
        .map(|parts| {
            let allocation = Allocation::new(parts).unwrap();
            (
                thick::exact(&allocation, q).unwrap(),
                thin::crossing_share(&allocation),
            )
        })
        .collect();
    let mut here = lines.iter().min().unwrap().clone();
    let mut pieces = vec![(ratio(0, 1), here.0.clone(), here.1.clone())];
    loop {
        let next = lines
            .iter()
            .filter(|line| line.1 < here.1)
            .map(|line| {
                (
                    (&line.0 - &here.0) / (&here.1 - &line.1),
                    line.1.clone(),
                    line.0.clone(),
                )
            })
            .min();
        let Some((from, thin, thick)) = next else {
            return pieces;
        };
        here = (thick.clone(), thin.clone());
        pieces.push((from, thick, thin));
    }
}

fn found(nkq: [u32; 3]) -> Vec<(Rational, Rational, Rational)> {
    envelope::pieces(machine(nkq), &mut Thick::default(), &mut report::Silent)
        .unwrap()
        .into_iter()
        .map(|piece| (piece.from, piece.thick, piece.thin))
        .collect()
}

#[test]
fn worked_examples_have_their_breakpoints() {
    let examples: Examples = serde_json::from_str(include_str!("data/h.json")).unwrap();
    for example in &examples.envelopes {
        let pieces = envelope::pieces(
            machine(example.nkq),
            &mut Thick::default(),
            &mut report::Silent,
        )
        .unwrap();
        assert_eq!(pieces.len(), example.pieces.len(), "{:?}", example.nkq);
        for (piece, (from, allocation, thick, thin)) in pieces.iter().zip(&example.pieces) {
            assert_eq!(piece.from, fraction(from));
            assert_eq!(
                (&piece.thick, &piece.thin),
                (&fraction(thick), &fraction(thin))
            );
            // Allocations of one value are interchangeable.
            let theirs = Allocation::new(allocation.iter().copied()).unwrap();
            let value =
                reallocation::of_allocation(machine(example.nkq), &theirs, &piece.from).unwrap();
            assert_eq!(value, &piece.thick + &piece.from * &piece.thin);
        }
    }
}

#[test]
fn an_envelope_stops_when_asked() {
    let stopped = envelope::pieces(machine([30, 8, 8]), &mut Thick::default(), &mut |_, _| {
        ControlFlow::Break(())
    });
    assert_eq!(stopped.unwrap_err(), Error::Cancelled(report::Cancelled));
}

proptest! {
    #[test]
    fn few_searches_find_what_enumeration_finds(n in 1_u32..15, k in 1_u32..8, q in prop::sample::select(vec![1_u32, 2, 3, 5, 8])) {
        prop_assert_eq!(found([n, k, q]), enumerated([n, k, q]));
    }
}
