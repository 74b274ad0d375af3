type Schemas<D extends readonly { schema: unknown }[]> = { [K in keyof D]: D[K]["schema"] }

/** The schemas of a tuple of declarations, as a tuple: `map` keeps order and length. */
export const schemasOf = <const D extends readonly { schema: unknown }[]>(declarations: D) =>
  declarations.map(({ schema }) => schema) as Schemas<D>

/** Hands an input to the declaration whose own schema has parsed it. */
export const callParsed = <C, R>(
  handler: (input: never, context: C) => R,
  input: unknown,
  context: C,
): R => handler(input as never, context)
