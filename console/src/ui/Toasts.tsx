import { Toast } from "@base-ui/react/toast"
import type { ReactNode } from "react"
import { Button } from "./Button.tsx"
import { classes } from "./class-names.ts"

/** Shows short messages over the screen. */
export const Toasts = ({ children }: { readonly children: ReactNode }) => (
  <Toast.Provider timeout={6000}>
    {children}
    <Toast.Portal>
      <Toast.Viewport className="fixed right-3 bottom-3 z-50 flex w-[min(24rem,calc(100vw-1.5rem))] flex-col gap-2">
        <List />
      </Toast.Viewport>
    </Toast.Portal>
  </Toast.Provider>
)

const List = () => {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className={classes(
        "rounded-lg border bg-raised shadow-lg transition-opacity data-[ending-style]:opacity-0 data-[starting-style]:opacity-0",
        toast.type === "bad" ? "border-bad" : "border-line"
      )}
    >
      <Toast.Content className="flex items-start gap-2 p-3">
        <div className="min-w-0 flex-1">
          <Toast.Title className="font-medium" />
          <Toast.Description className="text-muted text-sm" />
        </div>
        <Toast.Close render={<Button kind="quiet" small icon="close" aria-label="Close the message" />} />
      </Toast.Content>
    </Toast.Root>
  ))
}

/** Returns functions that show a message: something was done, or a request failed. */
export const useToast = () => {
  const { add } = Toast.useToastManager()
  return {
    done: (title: string, description?: string) => {
      add({ title, description })
    },
    failed: (failure: { readonly message: string }, title = "The request was refused") => {
      add({ title, description: failure.message, type: "bad", timeout: 12_000 })
    }
  }
}
