import { useState } from "react"
import { createRoot } from "react-dom/client"
import { Card } from "@/components/ui/card"

/** A page of two cards, of which one fails when it is told to. */

function Failing({ fails }: { fails: boolean }) {
  if (fails) throw new Error("The chart has no data")
  return <p>A chart</p>
}

function Page() {
  const [fails, setFails] = useState(false)
  return (
    <>
      <Card title="Chart">
        <Failing fails={fails} />
      </Card>
      <Card title="Ticket">
        <input aria-label="Amount" />
        <button onClick={() => setFails(true)} type="button">
          Break
        </button>
        <button onClick={() => setFails(false)} type="button">
          Mend
        </button>
      </Card>
    </>
  )
}

const root = document.querySelector("main")
if (root) createRoot(root).render(<Page />)
