/** Which of the two interface forms. */
export type Form = 1 | 2;
