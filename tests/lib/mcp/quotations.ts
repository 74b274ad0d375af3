/** What is left of a text when its quotations are taken out: marked strings, “names” and block quotes. */
export const withoutQuotations = (text: string) =>
  text
    .replace(/"⟦(?:[^"\\⟦⟧\n]|\\["\\/bfnrt]|\\u[0-9a-f]{4})*⟧"/g, "")
    .split("\n")
    .filter((line) => !/^ *>(?: |$)/.test(line))
    .join("\n")
    .replace(/“[^“”\n]*”/g, "")
