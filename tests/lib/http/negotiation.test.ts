import { describe, expect, test } from "vitest"
import { mediaQuality, prefersJson, takesCoding } from "@/lib/http/negotiation"

const JSON_TYPE = "application/json"
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

describe("the weight of a media type", () => {
  test.each([
    [null, 1],
    ["", 1],
    ["*/*", 1],
    ["application/*;q=0.4", 0.4],
    ["APPLICATION/JSON", 1],
    ["application/json;charset=utf-8", 1],
    ["text/html, */*;q=0.1", 0.1],
    // The narrowest range counts, wherever it stands.
    ["*/*, application/json;q=0", 0],
    ["application/json ; Q=0.5, application/*", 0.5],
    ["application/json;q=0.2, application/json;q=0.7", 0.7],
    ["text/html", 0],
    ["application/jsonx, xapplication/json", 0],
    ["application/json;q=x", 0],
    ["application/json;q=-1", 0],
    ["application/json;q=9", 1],
    ['text/plain;title="a, application/json;q=1", text/html', 0],
    ['text/plain;title="', 0],
    [",, ;q=1, application/json", 1],
  ])("is what Accept says: %j: %d", (accept, quality) => {
    expect(mediaQuality(accept, JSON_TYPE)).toBe(quality)
  })
})

test.each([
  [undefined, false],
  ["gzip", true],
  ["GZIP;q=0.5", true],
  ["br, *", true],
  ["*;q=0, gzip", true],
  ["gzip;q=0, *", false],
  ["gzip;q=0.000", false],
  ["xgzip, gzip2", false],
  ["identity", false],
])("Accept-Encoding: %j takes gzip: %s", (field, isTaken) => {
  expect(takesCoding(field, "gzip")).toBe(isTaken)
})

test.each([
  [null, true],
  ["*/*", true],
  ["application/json", true],
  ["application/json, text/plain, */*", true],
  ["text/html;q=0.5, application/json", true],
  [BROWSER, false],
  ["text/html", false],
  ["TEXT/HTML, application/json", false],
  ["text/*", false],
  ["image/avif,image/webp,*/*;q=0.8", true],
])("who sends Accept: %j is a program: %s", (accept, isProgram) => {
  expect(prefersJson(accept)).toBe(isProgram)
})
