export type CompilerInput = {
  language: "Solidity"
  sources: Record<string, { content: string }>
  settings: Record<string, unknown>
}

export type ContractOutput = {
  abi: readonly unknown[]
  evm: { bytecode: { object: string }; deployedBytecode: { object: string } }
}

export function solidityFiles(folder: string): string[]
export function compilerInput(files: readonly string[]): CompilerInput
export function stampOf(input: CompilerInput): string
export function compile(
  input: CompilerInput,
): Partial<Record<string, Partial<Record<string, ContractOutput>>>>
