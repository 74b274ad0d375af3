// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ILeverageSimulator} from "../../src/loans/ILeverageSimulator.sol";
import {ILoanBook} from "../../src/loans/ILoanBook.sol";
import {LoanFixture} from "./LoanFixture.sol";

/// @dev The exchange with loans, the simulator, and a trader who approved all of it.
abstract contract LeverageFixture is LoanFixture {
    address internal constant TRADER = address(0x72ade2);
    uint256 internal constant FUNDS = 10_000_000e18;

    ILeverageSimulator internal simulator;

    function setUp() public virtual override {
        super.setUp();
        simulator = ILeverageSimulator(deploy("LeverageSimulator", abi.encode(main)));
        fund(TRADER, FUNDS);
        _approveAll(TRADER, address(usdb));
        _approveAll(TRADER, address(main));
    }

    /// @dev TIDE for multiplier 0, else a new token.
    function tokenOf(uint256 multiplier) internal returns (address token) {
        if (multiplier == 0) return address(main);
        token = address(launch(multiplier));
        _approveAll(TRADER, token);
    }

    function leverage(address token, uint256 amount, uint256 numberOfDays) internal returns (uint256) {
        vm.prank(TRADER);
        return swap.leverageBuy(amount, 0, buyPath(token), numberOfDays);
    }

    function close(uint256 id, uint256 percentage) internal returns (uint256) {
        vm.prank(TRADER);
        return swap.partialLoanSell(id, percentage, true, 0);
    }

    function simulate(address token, uint256 amount, uint256 numberOfDays)
        internal
        view
        returns (ILeverageSimulator.Simulation memory)
    {
        return token == address(main)
            ? simulator.simulateLeverage(amount, buyPath(token), numberOfDays)
            : simulator.simulateLeverageFactory(amount, buyPath(token), numberOfDays);
    }

    function positionOf(uint256 id) internal view returns (ILoanBook.LoanDetails memory) {
        return main.leverages(TRADER, id);
    }

    function buyPath(address token) internal view returns (address[] memory) {
        return
            token == address(main)
                ? pathOf(address(usdb), token)
                : pathOf(address(usdb), address(main), token);
    }

    /// @dev One of several independent numbers of a seed.
    function draw(uint256 seed, uint256 index) internal pure returns (uint256) {
        return uint256(keccak256(abi.encode(seed, index)));
    }

    /// @dev USDB between `least` and `most`, with every order of magnitude equally likely.
    function usdbOf(uint256 seed, uint256 least, uint256 most) internal pure returns (uint256) {
        return bound(amountOf(seed, most), least, most);
    }

    function _approveAll(address wallet, address token) internal {
        vm.startPrank(wallet);
        IERC20(token).approve(address(swap), type(uint256).max);
        IERC20(token).approve(address(hub), type(uint256).max);
        IERC20(token).approve(address(main), type(uint256).max);
        vm.stopPrank();
    }
}
