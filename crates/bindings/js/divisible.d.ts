/** As `makespan.js`; the models of this laboratory are loaded at once. */
export * from "./makespan.js";
