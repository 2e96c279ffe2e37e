// viewer/diagrams.js: the state diagrams of the machines; plait draw makes the same pictures.

class Diagrams {
  constructor(view) {
    this.view = view;
    this.dialog = byId("diagrams");
    this.button = byId("diagrams-button");
    this.button.addEventListener("click", () => this.open());
  }

  begin() {
    this.button.hidden = !this.view.model.data.diagrams;
  }

  open() {
    if (this.view.model.data.diagrams) this.dialog.showModal();
  }

  mark() {}
}
