// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ILoanBook} from "../loans/ILoanBook.sol";
import {IPool} from "./IPool.sol";

/// @title TIDE, the hub token
/// @notice Its pool is quoted in USDB and every route passes through it. Its router is the router of all pools. It keeps
/// the book of loans (`ILoanBook`).
interface IMainToken is IPool, ILoanBook {
    /// @notice The router of this and every launched token was replaced.
    event SwapChanged(address indexed swap);
    /// @notice The receiver of the creator's part of TIDE's tax was replaced.
    event DevChanged(address indexed dev);

    /// @notice First leg of a longer buy: mints to `pool`, the next one on the route.
    function routeBuy(uint256 amount, address trader, address pool) external returns (uint256);

    /// @notice Sets the router. It can trade only what was paid in or approved to it. Final once the loan hub is set: from
    /// then on the router closes leverage positions, too.
    function setSwap(address swap) external;

    /// @notice Sets who receives the creator's part of TIDE's tax.
    function setDev(address dev) external;
}
