"use client"

import { type ReactNode, useEffect, useRef } from "react"
import { readLocalStorage, writeLocalStorage } from "@/components/browser/local-storage"

const SHOWN_MS = 2_000

const LANGUAGE_KEY = "atoll.docs.language"

/** Copies code, and shows all examples in the language that was chosen last. The children are the server's markup. */
export function CodeTools({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = root.current
    if (!element) return
    const language = readLocalStorage(LANGUAGE_KEY)
    if (language) selectLanguage(element, language)
    const onClick = ({ target }: Event) => {
      const button = target instanceof Element ? target.closest("[data-copy]") : null
      if (button) copyCode(button)
    }
    const onChange = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || !target.dataset.language) return
      writeLocalStorage(LANGUAGE_KEY, target.dataset.language)
      selectLanguage(element, target.dataset.language)
    }
    element.addEventListener("click", onClick)
    element.addEventListener("change", onChange)
    return () => {
      element.removeEventListener("click", onClick)
      element.removeEventListener("change", onChange)
    }
  }, [])
  return (
    <div className="min-w-0" ref={root}>
      {children}
    </div>
  )
}

function selectLanguage(root: HTMLElement, language: string) {
  const inputs = root.querySelectorAll<HTMLInputElement>("input[data-language]")
  for (const input of inputs) if (input.dataset.language === language) input.checked = true
}

async function copyCode(button: Element) {
  const label = button.querySelector("span")
  const code = button.parentElement?.querySelector("pre")?.textContent ?? ""
  if (!label) return
  // Undefined unless the page is served over https.
  const isCopied = await (navigator.clipboard?.writeText(code) ?? Promise.reject()).then(
    () => true,
    () => false,
  )
  label.textContent = isCopied ? "Copied" : "Copy failed"
  setTimeout(() => {
    label.textContent = "Copy"
  }, SHOWN_MS)
}
