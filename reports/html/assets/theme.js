/* Light or dark: as the system has it, until the button says otherwise. */

const systemDark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (document.documentElement.dataset.theme ?? (systemDark.matches ? "dark" : "light")) === "dark";

function startTheme(changed) {
  const button = find("#theme");
  const name = () => { button.textContent = isDark() ? "Light" : "Dark"; };
  button.hidden = false;
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    name();
    changed();
  });
  systemDark.addEventListener("change", () => { name(); changed(); });
  name();
}
