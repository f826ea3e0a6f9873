// The lessons that lie beside the programs of the page.

/** A file of the folder of lessons, as the host has it. */
export async function shipped(file) {
  const answer = await fetch(new URL(`lessons/${file}`, import.meta.url));
  if (!answer.ok) throw new Error(`${file}: the host answers ${answer.status}`);
  return answer;
}

/** Such a file, read as JSON. */
export const json = async (file) => (await shipped(file)).json();
