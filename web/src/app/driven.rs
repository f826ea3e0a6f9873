//! The callbacks that hand files and addresses to the driver.

use session::event::{Event, Want};
use web_sys::{File, FileList};
use yew::prelude::*;

use crate::driver::Driver;
use crate::traces;

/// Opens the scenario of a fragment of the address.
pub(super) fn follow(driver: &Driver) -> Callback<String> {
    let driver = driver.clone();
    Callback::from(move |fragment| driver.handle(Event::Address(fragment)))
}

/// Reads the first of some files.
pub(super) fn files(driver: &Driver) -> Callback<Option<FileList>> {
    let driver = driver.clone();
    Callback::from(move |files: Option<FileList>| traces::take(files, &driver))
}

/// Takes the file of a measurement.
pub(super) fn measured(driver: &Driver) -> Callback<(Want, File)> {
    let driver = driver.clone();
    Callback::from(move |(want, file): (Want, File)| {
        let (name, file) = (file.name(), file.into());
        driver.handle(Event::Measured { want, name, file });
    })
}
