import { expect, test } from "@playwright/test"
import { build } from "esbuild"

test("a card that fails leaves the others as they are, and comes back by itself", async ({
  page,
}) => {
  const { outputFiles } = await build({
    entryPoints: ["tests/pages/helpers/failing-card.tsx"],
    bundle: true,
    write: false,
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"', "process.env": "{}" },
  })
  await page.setContent("<main></main>")
  await page.addScriptTag({ content: outputFiles[0]?.text ?? "" })
  await page.getByLabel("Amount").fill("12.5")
  await page.getByRole("button", { name: "Break" }).click()
  const problem = page.getByRole("alert").getByText(/^This part could not be shown/)
  await expect(problem).toBeVisible()
  await expect(page.getByText("A chart")).toBeHidden()
  await expect(page.getByRole("heading", { name: "Chart" })).toBeVisible()
  await expect(page.getByLabel("Amount")).toHaveValue("12.5")
  await page.getByRole("button", { name: "Mend" }).click()
  await expect(page.getByText("A chart")).toBeVisible()
  await expect(page.getByLabel("Amount")).toHaveValue("12.5")
})
