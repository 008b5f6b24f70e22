import { useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import type { Answer } from "../../api/contract.ts"
import { type ApiFailure, request } from "../../api/request.ts"
import { Button } from "../../ui/Button.tsx"
import { Parts } from "../../ui/data/Meter.tsx"
import { Field } from "../../ui/Field.tsx"
import { Read } from "../../ui/States.tsx"

type Found = Answer<"POST", "/v1/knowledge-bases/:id/search">

/** Asks as a person in a call would, and shows what the agent would find. The question is in the address. */
export const SearchTester = ({ baseId }: { readonly baseId: string }) => {
  const { question = "" } = useSearch({ from: "/knowledge/$baseId" })
  const navigate = useNavigate({ from: "/knowledge/$baseId" })
  const [text, setText] = useState(question)
  const found = useQuery<Found, ApiFailure>({
    queryKey: ["/v1/knowledge-bases/:id/search", baseId, question],
    queryFn: ({ signal }) =>
      request("POST", "/v1/knowledge-bases/:id/search", { params: { id: baseId }, body: { query: question } }, signal),
    enabled: question !== ""
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === question) void found.refetch()
    else void navigate({ search: { question: text.trim() } })
  }
  return (
    <div className="flex flex-col gap-4">
      <form onSubmit={submit} className="flex items-end gap-2">
        <div className="flex-1">
          <Field
            label="Question"
            required
            maxLength={1000}
            placeholder="When do you open on Saturday?"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button kind="primary" type="submit" icon="search" busy={found.isFetching}>
          Search
        </Button>
      </form>
      {question === "" ? (
        <p className="text-muted">
          Shows at most four chunks with a score of 0.5 or more: exactly what a call finds when a person says this.
        </p>
      ) : (
        <Read of={found}>
          {({ data }) =>
            data.length === 0 ? (
              <p role="status" className="text-muted">
                No chunk matches well enough. A call would answer without the documents.
              </p>
            ) : (
              <ol className="flex flex-col gap-3">
                {data.map(({ chunkId, filename, score, text: words }) => (
                  <li key={chunkId} className="flex flex-col gap-2 rounded-lg border border-line p-3">
                    <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
                      <span className="font-medium">{filename}</span>
                      <span className="text-muted">Score {score.toFixed(2)}</span>
                    </div>
                    <Parts isThin total={1} parts={[{ name: "Score", value: score, color: "--accent" }]} />
                    <p className="max-h-48 overflow-y-auto whitespace-pre-wrap text-sm">{words}</p>
                  </li>
                ))}
              </ol>
            )
          }
        </Read>
      )}
    </div>
  )
}
