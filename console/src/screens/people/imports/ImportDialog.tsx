import { useNavigate } from "@tanstack/react-router"
import { defined } from "../../../ui/browser/address.ts"
import { Dialog } from "../../../ui/Dialog.tsx"
import { NewImport } from "./NewImport.tsx"

/** Begins an import, and goes to its page. */
export const ImportDialog = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const navigate = useNavigate()
  return (
    <Dialog title="Import contacts" isOpen={isOpen} onClose={onClose} isWide>
      <NewImport
        onStarted={({ importId, audience }) =>
          void navigate({ to: "/people/imports/$importId", params: { importId }, search: defined({ audience }) })
        }
      />
    </Dialog>
  )
}
