"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { FailureNotice } from "@/components/browser/failure-notice"
import { useAction } from "@/components/browser/use-action"
import { Button } from "@/components/ui/button"
import { Sheet } from "@/components/ui/dialog"
import { Icon } from "@/components/ui/icon"
import { toast } from "@/components/ui/toast"
import { SignInPanel } from "@/components/wallet/session/sign-in-panel"
import { callApi } from "@/lib/api/client"
import { trimText } from "@/lib/readable-text"
import type { EditableProject } from "@/lib/tokens/schema"
import { PictureField } from "./picture-field"
import { type ProjectTexts, validateTexts } from "./project-texts"
import { type ProjectContent, saveContent } from "./save-content"
import { TextFields } from "./text-fields"
import { useWalletRequest } from "./use-wallet-request"

type Draft = { texts: ProjectTexts; picture: string | null }

/** A button that opens the form with the current texts. The draft survives closing the form. */
export function EditForm({ token }: { token: string }) {
  const [project, setProject] = useState<EditableProject | null>(null)
  const [draft, setDraft] = useState<Draft | null>(null)
  const { run, isPending, failure } = useAction()
  const open = () =>
    run(async () => {
      const input = { params: { address: token } }
      setProject(await callApi("GET /api/internal/tokens/[address]/project", input))
    })
  const close = () => setProject(null)
  return (
    <>
      <Button pending={isPending} variant="secondary" onClick={open} size="sm">
        <Icon name="edit" size={18} />
        Edit picture and text
      </Button>
      {failure && <FailureNotice failure={failure} />}
      {project && (
        <EditSheet
          draft={draft ?? { texts: textsOf(project), picture: null }}
          onChange={setDraft}
          onClose={close}
          onDone={() => {
            setDraft(null)
            close()
          }}
          project={project}
        />
      )}
    </>
  )
}

type EditSheetProps = {
  project: EditableProject
  draft: Draft
  onChange: (draft: Draft) => void
  onClose: () => void
  /** The draft was saved or discarded. */
  onDone: () => void
}

function EditSheet({ project, draft, onChange, onClose, onDone }: EditSheetProps) {
  const { texts, picture } = draft
  const { save, isPending, failure, isSignedIn } = useSave(project, onDone)
  const errors = validateTexts(texts)
  const changes = changesOf(project, texts)
  const isChanged = picture !== null || Object.keys(changes).length > 0
  const isGood = Object.keys(errors).length === 0 && isChanged
  const store = () => save({ ...changes, picture })
  return (
    <Sheet
      footer={
        <div className="grid gap-2">
          {failure && <FailureNotice failure={failure} />}
          {isSignedIn === false ? (
            <SignInPanel
              {...(isGood && { label: "Sign in and save" })}
              onSignedIn={isGood ? store : undefined}
            />
          ) : (
            <Button disabled={!isGood || !isSignedIn} onClick={store} pending={isPending}>
              Save
            </Button>
          )}
          {isChanged && (
            <Button disabled={isPending} variant="quiet" onClick={onDone}>
              Discard changes
            </Button>
          )}
        </div>
      }
      isOpen
      onClose={onClose}
      title={`Edit ${project.symbol}`}
    >
      <div className="grid gap-5 pt-2">
        <PictureField
          canRemove={picture !== null}
          onChange={(chosen) => onChange({ texts, picture: chosen })}
          picture={picture ?? project.image}
        />
        <TextFields
          errors={errors}
          onChange={(change) => onChange({ texts: { ...texts, ...change }, picture })}
          texts={texts}
        />
        <p className="text-sm text-muted">
          Name and symbol are part of the contract and cannot be changed. Saving is free.
        </p>
      </div>
    </Sheet>
  )
}

const textsOf = ({ description, website, telegram, socialx }: EditableProject): ProjectTexts => ({
  description: description ?? "",
  website: website ?? "",
  telegram: telegram ?? "",
  socialx: socialx ?? "",
})

/** Only changed texts are sent, because another tab may have changed the others. */
function changesOf(project: EditableProject, texts: ProjectTexts): Partial<ProjectTexts> {
  const before: Record<string, string> = textsOf(project)
  const changed = Object.entries(texts).filter(([field, text]) => trimText(text) !== before[field])
  return Object.fromEntries(changed)
}

function useSave({ address, dev }: EditableProject, onSaved: () => void) {
  const router = useRouter()
  const { attempt, ...state } = useWalletRequest(dev)
  const save = (content: ProjectContent) =>
    attempt(async (request) => {
      await saveContent(request, address, content)
      toast({ title: "Saved", tone: "good" })
      router.refresh()
      onSaved()
    })
  return { save, ...state }
}
