import { describe, expect, test } from "vitest"
import { parseMultipart } from "@/lib/api/multipart"
import { ApiError } from "@/lib/http/errors"
import { cpuTimeOf } from "@/tests/helpers/cpu-time"
import { runs } from "@/tests/helpers/deep"
import { formData } from "@/tests/helpers/images"
import { fc } from "@/tests/helpers/property"

const TYPE = "multipart/form-data; boundary=x"
const parse = async (body: string, type = TYPE): Promise<Record<string, unknown>> => ({
  ...(await parseMultipart(Buffer.from(body, "latin1"), type)),
})
const part = (head: string, content: string) => `--x\r\n${head}\r\n\r\n${content}\r\n`
const text = (name: string, content: string) =>
  part(`Content-Disposition: form-data; name="${name}"`, content)

describe("parseMultipart", () => {
  test("reads what a browser sends", async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 45, 45, 120, 13, 10, 0])
    const request = new Request("http://localhost", {
      method: "POST",
      body: formData({ description: "Kelp 🌿\r\n--second line", file: bytes }),
    })
    const body = new Uint8Array(await request.arrayBuffer())
    const fields = await parseMultipart(body, request.headers.get("content-type") ?? "")
    expect(fields).toMatchObject({ description: "Kelp 🌿\r\n--second line" })
    const file = Reflect.get(fields, "file")
    expect(file instanceof File && Buffer.from(await file.arrayBuffer())).toEqual(bytes)
    expect(file instanceof File && file.name).toBe("picture.png")
  })

  test.each<[string, string, object]>([
    ["nothing", "--x--\r\n", {}],
    ["nothing, without a last line end", "--x--", {}],
    ["one field", `${text("a", "1")}--x--\r\n`, { a: "1" }],
    ["a field without content", `${text("a", "")}--x--`, { a: "" }],
    ["text before and after", `hello\r\n${text("a", "1")}--x--\r\nbye`, { a: "1" }],
    ["nothing of a part that is no form data", `${part("Content-Type: text/plain", "1")}--x--`, {}],
    [
      "nothing of another disposition",
      `${part('Content-Disposition: attachment; name="a"', "1")}--x--`,
      {},
    ],
    ["the first of two", `${text("a", "1")}${text("a", "2")}--x--`, { a: "1" }],
    ["the delimiter within a line", `${text("a", "1--x\r\n-x")}--x--`, { a: "1--x\r\n-x" }],
    [
      "headers in any case",
      `${part("CONTENT-DISPOSITION: FORM-DATA; NAME=a", "1")}--x--`,
      { a: "1" },
    ],
  ])("%s", async (_, body, fields) => {
    expect(await parse(body)).toEqual(fields)
  })

  test.each([
    ["a parameter's look within it", 'filename="kelp; name=purpose; filename=x.png"; name="file"'],
    ["quotes within it", 'filename="kelp \\"green\\"; name=a.png"; name="file"'],
    ["another script", 'name="file"; filename="ケルプ 🌿.png"'],
    ["only an encoded form", "name=file; filename*=UTF-8''k%C3%A9lp.png"],
    ["no characters", 'name="file"; filename=""\r\nContent-Type: application/octet-stream'],
  ])("a file name with %s", async (_, parameters) => {
    const head = `Content-Disposition: form-data; ${parameters}`
    const fields = { ...(await parseMultipart(Buffer.from(`${part(head, "1")}--x--`), TYPE)) }
    expect(fields).toEqual({ file: expect.any(File) })
  })

  test("no name has a meaning", async () => {
    const fields = await parseMultipart(Buffer.from(`${text("__proto__", "1")}--x--`), TYPE)
    expect([Object.keys(fields), Object.getPrototypeOf(fields)]).toEqual([["__proto__"], null])
  })

  test.each([
    ["no boundary", "--x--", "multipart/form-data"],
    ["an empty boundary", "--x--", "multipart/form-data; boundary="],
    ["an overlong boundary", "--x--", `multipart/form-data; boundary=${"x".repeat(71)}`],
    ["nothing of a form", "hello", TYPE],
    ["an end that is missing", text("a", "1"), TYPE],
    ["headers that do not end", "--x\r\nContent-Disposition: form-data", TYPE],
    ["headers that are too long", `${part(`X: ${"y".repeat(20_000)}`, "1")}--x--`, TYPE],
    ["no name", `${part("Content-Disposition: form-data", "1")}--x--`, TYPE],
    ["another boundary", `${text("a", "1")}--x--`, "multipart/form-data; boundary=y"],
    ["a boundary that goes on", "--xy\r\n\r\n", TYPE],
    ["text that is not UTF-8", `${text("a", "\xff")}--x--`, TYPE],
    [
      "two files",
      `${part('Content-Disposition: form-data; name="a"; filename="f"', "1").repeat(2)}--x--`,
      TYPE,
    ],
    ["too many fields", `${text("a", "1").repeat(33)}--x--`, TYPE],
  ])("400: %s", async (_, body, type) => {
    await expect(parse(body, type)).rejects.toBeInstanceOf(ApiError)
  })

  test.each([
    ["a hundred thousand fields", text("a", "").repeat(100_000)],
    ["line ends", "\r\n--".repeat(1_500_000)],
    ["dashes", "-".repeat(6_000_000)],
    ["line ends in a part", `${text("a", "\r\n--y".repeat(1_000_000))}--x--`],
    ["an overlong disposition", part(`Content-Disposition: form-data${"; a".repeat(1_300)}`, "1")],
  ])("six megabytes of %s take no time", async (_, body) => {
    const effort = await cpuTimeOf(async () => {
      try {
        await parse(body)
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError)
      }
    })
    expect(effort).toBeLessThan(500)
  })

  test("whatever comes is read or refused", async () => {
    const piece = fc.constantFrom(
      "--x",
      "--x--",
      "\r\n",
      "\r\n\r\n",
      "\n",
      "--",
      "-",
      " ",
      "\0",
      "\xff",
      ";",
      '"',
      "Content-Disposition: form-data; ",
      'name="a"',
      "name=",
      'filename="f"',
      "filename*=",
      "x",
      "1",
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        try {
          await parse(pieces.join(""))
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError)
        }
      }),
      { numRuns: runs(150, 10_000) },
    )
  })
})
