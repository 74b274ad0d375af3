// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ISwap} from "../../src/tokens/ISwap.sol";
import {ITokenFactory} from "../../src/tokens/ITokenFactory.sol";

/// @title Many real trades in one transaction, for measurements and tests
contract TradeGenerator {
    IERC20 private immutable USDB;
    IERC20 private immutable TIDE;
    ISwap private immutable SWAP;

    constructor(IERC20 usdb, IERC20 tide, ISwap swap) {
        USDB = usdb;
        TIDE = tide;
        SWAP = swap;
        usdb.approve(address(swap), type(uint256).max);
        tide.approve(address(swap), type(uint256).max);
    }

    /// @notice Buys of `amount` and sells of all that was bought, by turns.
    function run(address token, uint256 rounds, uint256 amount) external {
        IERC20(token).approve(address(SWAP), type(uint256).max);
        address[] memory there = _route(address(USDB), token);
        address[] memory back = _route(token, address(USDB));
        for (uint256 i; i < rounds; ++i) {
            uint256 bought = SWAP.buyTokens(amount, 0, there, false);
            SWAP.sellTokens(bought, 0, back, false);
        }
    }

    /// @notice Launches a token and trades it before the transaction ends.
    function launch(ITokenFactory factory, string calldata symbol, uint256 amount) external returns (address token) {
        token = factory.createToken(symbol, symbol, 50, false, 0, 1_000, false, 0, false);
        SWAP.buyTokens(amount, 0, _route(address(USDB), token), false);
    }

    function _route(address from, address to) private view returns (address[] memory path) {
        path = new address[](3);
        path[0] = from;
        path[1] = address(TIDE);
        path[2] = to;
    }
}
