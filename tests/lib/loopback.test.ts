import { expect, test } from "vitest"
import { isThisMachine, originsOf } from "@/lib/loopback"

test("a service on this machine is itself at each of its names, with the same scheme and port", () => {
  const names = ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"]
  for (const url of names) expect(new Set(originsOf(`${url}/account`))).toEqual(new Set(names))
  expect(originsOf("http://localhost")).toContain("http://127.0.0.1")
})

test("elsewhere a service has one origin", () => {
  for (const url of ["https://atoll.example", "http://localhost.example:3000", "http://10.0.0.1"]) {
    expect(isThisMachine(url)).toBe(false)
    expect(originsOf(url)).toEqual([url])
  }
})
