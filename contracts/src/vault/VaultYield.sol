// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IMainToken} from "../tokens/IMainToken.sol";
import {ISwap} from "../tokens/ISwap.sol";
import {ITaxes} from "../tokens/ITaxes.sol";
import {IStakingVault} from "./IStakingVault.sol";
import {VaultShares} from "./VaultShares.sol";

/// @dev Buys TIDE with the USDB that the vault holds: its part of taxes and gifts. Between calls all of its USDB waits for
/// that.
abstract contract VaultYield is VaultShares {
    using SafeERC20 for IERC20;

    uint256 private constant RELEASE_SECONDS = 24 hours;
    /// @dev USDB. Less waits: a purchase of a few wei would revert, and so would every call with it.
    uint256 private constant MIN_PURCHASE = 1e15;
    /// @dev One purchase is at most 1/100 of the pool's USDB side. That of `q` in a pool with `r1` raises the price of TIDE
    /// by `q² / (r1² + 2·q·r1)`, in pieces of 1 % by about `1 % · ln(1 + q/r1)` altogether. So whoever buys before and
    /// sells after the vault pays more tax (1 %) than the price rises, as long as less than 1.7 times the pool's USDB
    /// side is invested. Therefore a purchase needs no least output.
    uint256 private constant POOL_PARTS = 100;
    /// @dev Purchases of one call, about 0.1 M gas each; the rest waits for the next call.
    uint256 private constant MAX_PURCHASES = 50;

    IMainToken internal immutable MAIN;
    IERC20 internal immutable USDB;

    constructor(IMainToken main) {
        MAIN = main;
        USDB = IERC20(main.token1());
    }

    /// @inheritdoc IStakingVault
    function injectYield(uint256 _amount) external nonReentrant {
        if (_amount == 0) revert ZeroAmount();
        _beforeCall();
        USDB.safeTransferFrom(msg.sender, address(this), _amount);
        _invest(_amount);
    }

    /// @inheritdoc IStakingVault
    function investYield() external nonReentrant {
        _beforeCall();
    }

    /// @inheritdoc IStakingVault
    function pendingYield() public view returns (uint256) {
        return USDB.balanceOf(address(this));
    }

    /// @inheritdoc IStakingVault
    function SWAP() public view returns (ISwap) {
        return ISwap(MAIN.SWAP());
    }

    /// @inheritdoc IStakingVault
    function TAXES() external view returns (ITaxes) {
        return SWAP().TAXES();
    }

    /// @dev Invests what waits.
    function _beforeCall() internal override {
        _invest(pendingYield());
    }

    function _invest(uint256 amount) private {
        if (amount < MIN_PURCHASE) return;
        ISwap swap = SWAP();
        USDB.forceApprove(address(swap), amount);
        uint256 left = amount;
        uint256 bought;
        for (uint256 i; i < MAX_PURCHASES && left >= MIN_PURCHASE; ++i) {
            uint256 part = Math.min(left, MAIN.reserve1() / POOL_PARTS);
            bought += swap.buyTokens(part, 0, _path(address(USDB), address(MAIN)), false);
            left -= part;
        }
        if (left > 0) USDB.forceApprove(address(swap), 0);
        _addYield(bought, RELEASE_SECONDS);
        emit YieldInjected(amount - left, bought);
    }

    function _path(address from, address to) internal pure returns (address[] memory path) {
        path = new address[](2);
        (path[0], path[1]) = (from, to);
    }
}
