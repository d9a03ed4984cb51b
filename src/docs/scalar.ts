/** The exact version of the library that shows the API reference. It is in the address of its script. */
export const SCALAR_VERSION = '1.72.1'

/** The script of the library, among the assets. */
export const SCALAR_FILE = `scalar-${SCALAR_VERSION}.js`
