"use client"

import { type DragEvent, useId, useState } from "react"
import { Notice } from "@/components/ui/notice"
import { TextArea } from "@/components/ui/text-area"
import { formatInteger } from "@/lib/format"
import type { BeneficiaryList, LineProblem } from "@/lib/vesting/beneficiaries"

/** More than 500 lines with the longest memos. */
const MAX_FILE_BYTES = 500_000
const SHOWN = 20

type Props = {
  text: string
  onChange: (text: string) => void
  list: BeneficiaryList
}

/** Beneficiaries as pasted lines or a dropped file, with the errors of each line. */
export function ManyField({ text, onChange, list }: Props) {
  const [fileError, setFileError] = useState<string | null>(null)
  const id = useId()
  const read = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MAX_FILE_BYTES) {
      setFileError(`${file.name} is larger than ${formatInteger(MAX_FILE_BYTES)} bytes.`)
      return
    }
    try {
      // Text in another encoding would leave replacement characters in memos.
      const decoder = new TextDecoder("utf-8", { fatal: true })
      onChange(decoder.decode(await file.arrayBuffer()))
      setFileError(null)
    } catch {
      setFileError(`${file.name} is not text in UTF-8.`)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void read(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut for the file field below
    <div
      className="grid grid-cols-1 gap-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <TextArea
        autoCapitalize="none"
        className="figures"
        error={fileError}
        hint="One line for each schedule: address, amount, memo. The memo may be left out. Paste the lines or drop a file."
        label="Beneficiaries (CSV)"
        onChange={(event) => onChange(event.target.value)}
        placeholder={"address,amount,memo\n0x…,1000,Team\n0x…,250.5,"}
        rows={8}
        spellCheck={false}
        value={text}
      />
      <label className="grid gap-1 text-sm font-medium" htmlFor={id}>
        CSV file
        <input
          accept=".csv,.txt,text/csv,text/plain"
          className="min-h-11 w-full text-sm font-normal file:mr-3 file:min-h-11 file:rounded-control file:border file:border-line-strong file:bg-surface file:px-3"
          id={id}
          onChange={(event) => {
            void read(event.target.files?.[0])
            // The same file can be chosen again after it was changed.
            event.target.value = ""
          }}
          type="file"
        />
      </label>
      <Problems problems={list.errors} title="Correct these lines first" tone="bad" />
      <Problems problems={list.warnings} title="Look at these lines" tone="warning" />
    </div>
  )
}

type ProblemsProps = {
  problems: readonly LineProblem[]
  title: string
  tone: "bad" | "warning"
}

function Problems({ problems, title, tone }: ProblemsProps) {
  if (problems.length === 0) return null
  return (
    <Notice title={title} tone={tone}>
      <ul className="grid gap-0.5">
        {problems.slice(0, SHOWN).map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            {line !== null && <strong className="figures font-semibold">Line {line}: </strong>}
            {message}
          </li>
        ))}
      </ul>
      {problems.length > SHOWN && <p>And {problems.length - SHOWN} more.</p>}
    </Notice>
  )
}
