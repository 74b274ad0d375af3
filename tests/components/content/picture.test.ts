import { expect, test } from "vitest"
import { dataUrlToBlob, fileError } from "@/components/content/picture"
import { toImageSource } from "@/lib/content/image-source"

const CID = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"

test.each([
  [`http://localhost:3000/ipfs/${CID}`, `/ipfs/${CID}`],
  [`https://gateway.example/ipfs/${CID}`, `https://gateway.example/ipfs/${CID}`],
  ["https://elsewhere.example/a.png", "https://elsewhere.example/a.png"],
  ["http://elsewhere.example/a.png", "http://elsewhere.example/a.png"],
  ["data:image/webp;base64,AAAA", "data:image/webp;base64,AAAA"],
])("%s is loaded from %s", (address, source) => {
  expect(toImageSource(address)).toBe(source)
})

test("a data URL becomes the bytes it stands for", async () => {
  const blob = dataUrlToBlob(
    `data:image/webp;base64,${Buffer.from([0, 255, 7]).toString("base64")}`,
  )
  expect(blob.type).toBe("image/webp")
  expect([...new Uint8Array(await blob.arrayBuffer())]).toEqual([0, 255, 7])
})

test.each([
  ["image/png", 20_000_000, null],
  ["image/png", 20_000_001, expect.stringContaining("20 MB")],
  ["image/svg+xml", 10, expect.stringContaining("PNG")],
  ["", 10, expect.stringContaining("PNG")],
])("a file of type %j and %i bytes", (type, size, problem) => {
  const file = new File([], "a", { type })
  Object.defineProperty(file, "size", { value: size })
  expect(fileError(file)).toEqual(problem)
})
