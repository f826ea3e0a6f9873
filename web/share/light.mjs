// Light colours for pictures on paper, in every theme.

/** Runs a function while the page has light colours. */
export function inLight(act) {
  const { dataset } = document.documentElement;
  const { theme, contrast } = dataset;
  Object.assign(dataset, { theme: "light", contrast: "" });
  try {
    return act();
  } finally {
    Object.assign(dataset, { theme: theme ?? "system", contrast: contrast ?? "" });
  }
}
