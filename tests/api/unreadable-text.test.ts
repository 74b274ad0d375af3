import { describe, expect, test } from "vitest"
import { z } from "zod"
import { actions } from "@/lib/actions/registry"
import { findRoutes } from "@/tests/helpers/routes"

const TEXTS = [
  "\u2060",
  "\u3164",
  "\u00ad",
  "\ufe0f",
  "\u2800",
  "\u{e0041}",
  "\u3164 \u2060\u{e0020}",
]

type Leaf = { path: string; schema: z.ZodType }

/** Every value inside a schema that is no object, list or choice itself. */
function leavesOf(schema: z.core.$ZodType, path = ""): Leaf[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return leavesOf(schema.unwrap(), path)
  }
  if (schema instanceof z.ZodDefault) return leavesOf(schema.unwrap(), path)
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, part]) =>
      leavesOf(part as z.ZodType, path ? `${path}.${name}` : name),
    )
  }
  if (schema instanceof z.ZodArray) return leavesOf(schema.element, `${path}[]`)
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((option) => leavesOf(option, path))
  }
  return schema instanceof z.ZodType ? [{ path, schema }] : []
}

const bodies = (await findRoutes()).flatMap(({ path, operations }) =>
  Object.entries(operations).flatMap(([method, { body }]) =>
    body && !(body instanceof z.ZodDiscriminatedUnion)
      ? [{ name: `${method} ${path}`, schema: body }]
      : [],
  ),
)
const inputs = [...bodies, ...actions.map(({ name, schema }) => ({ name, schema }))]

const accepts = ({ schema }: Leaf, text: string) => schema.safeParse(text).success

/** What a field stores of a text: nothing where it refuses it. */
const storedValue = ({ schema }: Leaf, text: string) => {
  const parsed = schema.safeParse(text)
  return parsed.success ? parsed.data : ""
}

/** Compared with what is there, and shown to nobody: ids, and what a wallet has signed. */
const NEVER_SHOWN = new Set([
  ...["POST /api/auth/verify message", "POST /api/auth/verify signature"],
  ...["POST /api/images address", "POST /api/reef/admin/action postId"],
  "POST /api/reef/post/{postId}/comment parentId",
])

const fieldsOf = ({ name, schema }: (typeof inputs)[number]) =>
  leavesOf(schema)
    .map((leaf) => ({ ...leaf, name: `${name} ${leaf.path}` }))
    .filter((field) => !NEVER_SHOWN.has(field.name))

describe("a text that shows nothing", () => {
  test.each(inputs)("is kept in no field of $name", (input) => {
    const fields = fieldsOf(input)
    const values = fields.map((field) => [
      field.name,
      TEXTS.map((text) => storedValue(field, text)),
    ])
    expect(values).toEqual(fields.map(({ name }) => [name, TEXTS.map(() => "")]))
  })

  test("is tried wherever a person may write", () => {
    const free = inputs.flatMap(fieldsOf).filter((field) => accepts(field, "Reef notes of today"))
    expect(free.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...["POST /api/reef/post title", "POST /api/reef/post body"],
        ...["PATCH /api/reef/post/{postId}/manage title", "POST /api/comments content"],
        ...["POST /api/reef/post/{postId}/comment message", "POST /api/v1/auth/keys label"],
        ...["POST /api/v1/bugs/reports title", "POST /api/v1/bugs/reports description"],
        ...["POST /api/agents name", "token.launch name", "market.create name"],
        ...["market.create options[]", "vesting.create memo", "agent.register description"],
      ]),
    )
  })
})
