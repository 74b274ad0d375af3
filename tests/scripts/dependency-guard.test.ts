import { expect, test } from "vitest"
import { findPackageFaults } from "@/scripts/guards/dependencies"

const DOCUMENT =
  "# Dependencies\n\n`chosen`\n\n## Accepted in production\n\n- `accepted`\n\n## Parsers\n"

const faultsOf = (name: string, entry: object) =>
  findPackageFaults(
    JSON.stringify({
      packages: { [`node_modules/${name}`]: { integrity: "sha512-a", license: "MIT", ...entry } },
    }),
    DOCUMENT,
  ).map(({ detail }) => detail)

test.each([
  ["an open licence", {}, []],
  ["a choice with an open licence", { license: "(Secret OR MIT)" }, []],
  [
    "two licences that apply together",
    { license: "MIT AND Secret" },
    ["the licence MIT AND Secret"],
  ],
  ["a closed licence", { license: "Secret" }, ["the licence Secret"]],
  ["a closed licence of a tool", { license: "Secret", dev: true }, []],
  ["an install script", { hasInstallScript: true }, ["an install script"]],
  ["no integrity", { integrity: undefined }, ["no integrity"]],
  ["no integrity within another's archive", { integrity: undefined, inBundle: true }, []],
  ["a download address", { resolved: "https://registry.example/a.tgz" }, ["a download address"]],
])("a package with %s", (_, entry, faults) => {
  expect(faultsOf("chosen", entry)).toEqual(faults)
})

test("a package that is accepted with its reason", () => {
  expect(faultsOf("accepted", { license: "Secret", hasInstallScript: true })).toEqual([])
})
