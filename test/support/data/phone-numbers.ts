let phoneNumbers = 0

/** One that no other call of this process gives. */
export const newPhoneNumber = () => `+9198${String(++phoneNumbers).padStart(8, "0")}`
