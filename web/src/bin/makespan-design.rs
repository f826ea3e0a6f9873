//! The program of `design.html`.

fn main() {
    page::begin_design();
}
