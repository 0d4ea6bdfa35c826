import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

/** Bytes, such as what a cipher sealed. */
export const bytea = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
})

/** A moment, whatever the zone it is read in. */
export const instant = (name: string) => timestamp(name, { withTimezone: true })

/** An amount of money; 90 trillion reais still fit a number. */
export const centavos = (name: string) => bigint(name, { mode: 'number' })
