// Random numbers of tests.

/** Numbers from 0 to below 1, the same in each run of the test. */
export function drawn(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
