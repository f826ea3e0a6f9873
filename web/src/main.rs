//! The program of the page.

fn main() {
    page::begin();
}
