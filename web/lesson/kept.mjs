// Texts that somebody writes, kept on this device.

/** The text of a key; null where there is none, or where the device keeps nothing. */
export function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The device keeps nothing.
  }
}
