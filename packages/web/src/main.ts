import "./style.css";
import { mount } from "svelte";
import App from "./app.svelte";

const target = document.getElementById("page");
if (target !== null) mount(App, { target });
