//! A file in parts: each goes to the browser when it is full, so that a table of a million spans is
//! never held as a whole where it is written.

use std::io::{self, Write};

use js_sys::{Array, Uint8Array};
use web_sys::{Blob, BlobPropertyBag};

/// The bytes of a part.
const PART: usize = 1 << 20;

#[derive(Debug, Default)]
pub(crate) struct Parts {
    handed: Array,
    part: Vec<u8>,
}

impl Parts {
    fn hand(&mut self) {
        if !self.part.is_empty() {
            self.handed.push(&Uint8Array::from(self.part.as_slice()));
            self.part.clear();
        }
    }

    /// The file, of a media type, unless the browser has no room for it.
    pub(crate) fn blob(mut self, media_type: &str) -> Option<Blob> {
        self.hand();
        let options = BlobPropertyBag::new();
        options.set_type(media_type);
        Blob::new_with_u8_array_sequence_and_options(&self.handed, &options).ok()
    }
}

impl Write for Parts {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.part.extend_from_slice(bytes);
        if self.part.len() >= PART {
            self.hand();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
