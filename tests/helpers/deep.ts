/** `npm test -- --deep`: before an issue is called done. */
export const isDeep = process.env.DEEP_TESTS === "1"

/** How often something random is tried: as often as every run can afford, or thoroughly. */
export const runs = (usual: number, deep: number): number => (isDeep ? deep : usual)
