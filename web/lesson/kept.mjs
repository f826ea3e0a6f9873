// Texts kept on this device.

/** The text of a key; null where there is none, or where the device keeps nothing. */
export function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text; returns whether the device does. */
export function keep(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
