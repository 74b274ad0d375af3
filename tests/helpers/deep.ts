/** `npm test -- --deep`: before an issue is called done. */
export const isDeep = process.env.DEEP_TESTS === "1"

/** How often something random is tried: as often as every run can afford, or thoroughly. */
export const runs = (usual: number, deep: number): number => (isDeep ? deep : usual)

/** Ceiling of a test that tries much, in milliseconds: green ones end long before. */
export const LONG_TEST_MS = isDeep ? 1_200_000 : 240_000
