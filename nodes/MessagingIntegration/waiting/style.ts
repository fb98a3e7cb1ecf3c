/**
 * The style of all pages. Their policy contains its digest. A button that was clicked and not reached by the keyboard has
 * the focus: then further clicks are ignored, so that a double click sends one answer.
 */
export const style = `
:root { color-scheme: light dark; --ground: #f3f4f6; --paper: #fff; --ink: #1a1d21; --soft: #565d66; --line: #767d86; --strong: #1f5fbf; --on-strong: #fff; }
@media (prefers-color-scheme: dark) { :root { --ground: #15181c; --paper: #22262c; --ink: #eceef1; --soft: #b3bac3; --line: #8b929c; --strong: #8fb8ff; --on-strong: #10141a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1.0625rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 1.25rem 1rem 2.5rem; }
h1 { margin: 0 0 1rem; font-size: 1.25rem; }
p { margin: 0 0 1rem; }
.message { padding: 1rem; border-radius: .5rem; background: var(--paper); white-space: pre-wrap; overflow-wrap: anywhere; }
.note { padding: .75rem 1rem; border-inline-start: .25rem solid var(--strong); background: var(--paper); }
label { display: block; margin-bottom: .25rem; color: var(--soft); }
textarea { display: block; width: 100%; margin-bottom: 1rem; padding: .625rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--paper); color: inherit; font: inherit; resize: vertical; }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; }
button { flex: 1 1 8rem; min-height: 3rem; max-width: 100%; padding: .5rem 1rem; border: 2px solid var(--strong); border-radius: .5rem; background: var(--paper); color: var(--ink); font: inherit; font-weight: 600; overflow-wrap: anywhere; cursor: pointer; }
.buttons:has(button:focus:not(:focus-visible, :active)) button { pointer-events: none; }
button.strong { background: var(--strong); color: var(--on-strong); }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px; }
`;
