import { expect, test } from "vitest"
import { cleanImage } from "@/lib/content/image"
import { projectBody } from "@/lib/content/schema"
import { LAUNCHES } from "@/scripts/local/sample/launches"
import { QUESTIONS } from "@/scripts/local/sample/markets/questions"
import { drawPicture } from "@/scripts/local/sample/projects/picture"
import { SHEETS } from "@/scripts/local/sample/projects/sheets"

test("every token and market of the sample is described, and nothing else", () => {
  const symbols = [...LAUNCHES, ...QUESTIONS].map(({ symbol }) => symbol)
  expect([...SHEETS.keys()].sort()).toEqual([...new Set(symbols)].sort())
})

test.each([...SHEETS])("what is told of %s is what a creator may send", (_, { text, site }) => {
  const body = { description: text, ...(site && { website: site }) }
  expect(projectBody.parse(body)).toMatchObject(body)
})

test("a picture is one that the service takes", async () => {
  const { type, extension } = await cleanImage(await drawPicture("wave", 200))
  expect({ type, extension }).toEqual({ type: "image/png", extension: "png" })
})
