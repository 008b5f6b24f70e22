import { useMutation } from "@tanstack/react-query"
import { type ApiFailure, send, urlOf } from "../../api/request.ts"
import { useRefresh } from "../../api/use-api.ts"
import { FileField } from "../../ui/form/FileField.tsx"
import { Refusal } from "../../ui/form/Refusal.tsx"
import { useToast } from "../../ui/Toasts.tsx"

/** Uploads a document. It is read in the background, which the list of documents shows. */
export const UploadDocuments = ({ baseId }: { readonly baseId: string }) => {
  const toast = useToast()
  const refresh = useRefresh()
  const upload = useMutation<unknown, ApiFailure, File>({
    mutationFn: (file) => {
      const body = new FormData()
      body.set("file", file)
      return send("POST", urlOf("/v1/knowledge-bases/:id/documents", { params: { id: baseId } }), { body })
    },
    onSuccess: (_answer, file) => toast.done("Document uploaded", file.name),
    onSettled: () => refresh(["/v1/knowledge-bases"])
  })
  return (
    <div className="flex flex-col gap-2 p-4">
      <FileField
        label={upload.isPending ? `Uploading ${upload.variables.name} …` : "Choose a document, or drop it here"}
        accept=".pdf,.docx,.txt,.md,.csv,.pptx,.html,.htm"
        hint="PDF, Word, PowerPoint, text, Markdown, CSV or HTML, at most 20 MB"
        disabled={upload.isPending}
        onFile={(file) => upload.mutate(file)}
      />
      <Refusal failure={upload.error} />
    </div>
  )
}
