import { expect, test } from "vitest"
import { cleanImage, readImageHeader } from "@/lib/content/image"
import { projectBody } from "@/lib/content/schema"
import { drawPicture } from "@/scripts/local/sample/projects/picture"
import { PROJECT_DETAILS } from "@/scripts/local/sample/projects/write"
import { listSampleTokens } from "./sample-tokens"

test("every token and market of the sample is described, and nothing else", () => {
  const symbols = listSampleTokens(new Date()).map(({ symbol }) => symbol)
  expect([...PROJECT_DETAILS.keys()].sort()).toEqual([...new Set(symbols)].sort())
})

test.each([...PROJECT_DETAILS])(
  "what is told of %s is what a creator may send",
  (_, { text, site }) => {
    const body = { description: text, ...(site && { website: site }) }
    expect(projectBody.parse(body)).toMatchObject(body)
  },
)

test("a picture is one that the service takes", async () => {
  const file = await readImageHeader(await drawPicture("wave", 200))
  const { type } = await cleanImage(file)
  expect({ type, extension: file.extension }).toEqual({ type: "image/png", extension: "png" })
})
