/** Where whoever was let in goes next. */
export type Entered = { readonly next: 'home' | 'second_factor' }
