//! Printed values of the document that nobody can reproduce, because they contradict its other data: nothing is tested against them.

use words::word;

/// Section 3.
pub(super) fn inaccuracy() -> [&'static str; 3] {
    [
        word!(
            "Not to be reproduced: the document prints 99.99 % for exact estimates. With table 3 and τ = 3 s the latencies of computing alone take 1.62 % of \
     the time on average, under any scheduler; 99.99 % is the limit of row R₆ alone."
        ),
        word!(
            "Not to be reproduced: 1,000 workers under one master with τ = 3 s. Their spacings take at least 15.6 s in any order, so that there must have been \
     clusters or several ports; our preset of 1,000 workers has 11 clusters of 90 or 91 workers."
        ),
        word!(
            "Not to be reproduced: σ = 4.62 s for BS at ι = 0.90. It is (1 + 0.54) · 3 s; the printed ratio 15.41 of the efficiencies of a worker of row R₆ \
     follows from it: 4.62 s / 0.3 s = 15.40."
        ),
    ]
}

/// Sections 4 and 5.
pub(super) fn dynamicity() -> [&'static str; 5] {
    [
        word!(
            "Dates of reductions are reconstructed: the document draws them, its text tells only [1300 s, 1500 s] of f₃ and [100 s, 300 s] of P₁."
        ),
        word!(
            "Not to be reproduced: throughputs of 20.9 and 19.4 (tables 5 and 8). Rows R₀ to R₃ of table 3 process 1,098 byte/s together, and 30 % less of \
     100 byte/s cannot take 7 % off that."
        ),
        word!(
            "Not to be reproduced: the differences of tables 4 and 7. By equation 16 they would have to be those of the idle times in tables 6 and 9, and are \
     not; only their order is compared."
        ),
        word!(
            "Not to be reproduced: 11.6 % of idle time for one reduction by 95 % (table 9). With τ = 3 s we find 2 to 3 %, with τ = 7.2 s, which fits the \
     printed efficiency, 6 %; the document names neither τ nor θ for section 4."
        ),
        word!(
            "Not to be reproduced: “68 rounds” of BS. 200 s hold 67 rounds of 3 s, but rounds of BS take up to 15 s then."
        ),
    ]
}
